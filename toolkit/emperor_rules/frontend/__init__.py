"""From syntax trees and files to the records of the model."""
