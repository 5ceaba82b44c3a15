vim.bo.commentstring = "# %s"
vim.bo.shiftwidth, vim.bo.expandtab = 2, true
vim.opt_local.iskeyword:append({ "-", "." })
require("emperor_rules").start(0)
