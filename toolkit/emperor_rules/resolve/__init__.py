"""From texts to resolved texts: what one text, with all that it includes, says on one date."""
