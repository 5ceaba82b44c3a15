-- For `vim.lsp.enable("emperor_rules")` of Neovim 0.11 and later.
return {
  cmd = { "emperor", "lsp" },
  filetypes = { "emperor-rules" },
  root_markers = { "emperor.toml", "rules", ".git" },
}
