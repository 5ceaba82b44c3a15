-- Starts `emperor lsp` for rule files, in any Neovim from 0.7 on. To choose otherwise, before a rule file is opened:
--
--   require("emperor_rules").setup({ cmd = { "/path/to/emperor", "lsp" }, init_options = { language = "it" } })
local M = { settings = {} }
local clients = {} -- of Neovim before 0.8, by their folders

function M.setup(settings)
  M.settings = settings or {}
end

--- The folder in which the rules lie: that with a folder `rules` around the file, else the working folder.
local function root_of(file)
  local rules = vim.fn.finddir("rules", vim.fn.fnamemodify(file, ":p:h") .. ";")
  return rules ~= "" and vim.fn.fnamemodify(rules, ":p:h:h") or vim.fn.getcwd()
end

function M.start(buffer)
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  local config = vim.tbl_deep_extend("force", {
    name = "emperor-rules",
    cmd = { "emperor", "lsp" },
    root_dir = root,
    init_options = { language = (vim.env.LANG or ""):sub(1, 2) },
  }, M.settings)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  config.workspace_folders = { { uri = vim.uri_from_fname(root), name = root } }
  clients[root] = clients[root] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer == 0 and vim.api.nvim_get_current_buf() or buffer, clients[root])
  return clients[root]
end

return M
