-- What tests/editor/test_neovim.py has Neovim do with a rule file: see what is wrong, take the action that is offered, format.
local out, python = vim.env.EMPEROR_TEST_OUT, vim.env.EMPEROR_TEST_PYTHON
require("emperor_rules").setup({
  cmd = { python, "-m", "emperor_rules", "lsp" },
  init_options = { language = "en", searches = false },
})
vim.cmd("filetype plugin on | syntax on")
vim.cmd("edit " .. vim.env.EMPEROR_TEST_FILE)

local seen = { filetype = vim.bo.filetype, syntax = vim.bo.syntax }

local function wait_for(what)
  return vim.wait(60000, what, 20)
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

wait_for(function() return #vim.diagnostic.get(0) > 0 end)
local wrong = vim.diagnostic.get(0)[1] or {}
seen.message, seen.line = wrong.message, wrong.lnum and vim.api.nvim_buf_get_lines(0, wrong.lnum, wrong.lnum + 1, false)[1]
seen.words = wrong.lnum and seen.line:sub(wrong.col + 1, wrong.end_col)

vim.api.nvim_win_set_cursor(0, { (wrong.lnum or 0) + 1, wrong.col or 0 })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local actions = request("textDocument/codeAction", params) or {}
for _, action in ipairs(actions) do
  if action.isPreferred and not seen.action then
    seen.action = action.title
    vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  end
end
wait_for(function() return #vim.diagnostic.get(0) == 0 end)
seen.left = #vim.diagnostic.get(0)

local hover = request("textDocument/hover", vim.lsp.util.make_position_params())
seen.hover = hover and hover.contents.value

if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 60000 })
else
  vim.lsp.buf.formatting_sync(nil, 60000)
end
seen.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"

local file = assert(io.open(out, "w"))
file:write(vim.fn.json_encode(seen))
file:close()
vim.cmd("qall!")
