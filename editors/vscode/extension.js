// The client: starts `emperor lsp` and hands on what the editor has set. All else the server does.
const { commands, env, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const ID = "emperor-rules";
let client;

async function start() {
  const settings = workspace.getConfiguration(ID);
  const command = settings.get("command") || "emperor";
  client = new LanguageClient(
    ID,
    "Emperor rules",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: ID, scheme: "file" }, { language: ID, scheme: "untitled" }],
      initializationOptions: { ...settings, language: settings.get("language") || env.language.slice(0, 2) },
      synchronize: { configurationSection: ID, fileEvents: workspace.createFileSystemWatcher("**/*.{rules,toml}") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const words = `${command} lsp: ${error.message}. pipx install "emperor-rules[lsp]"`;
    window.showErrorMessage(words);
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand(`${ID}.restart`, async () => {
      await client?.stop().catch(() => {});
      await start();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
