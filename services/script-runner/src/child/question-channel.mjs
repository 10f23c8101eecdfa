import ivm from 'isolated-vm';

/** In characters: longer than the largest valid request. */
const maxQuestion = 8 * 1024 * 1024;

/**
 * The only exit of a running isolate: a script that needs data or an effect sends a text. The sandbox code throws
 * immediately afterwards, and the `catch` and `finally` blocks of the script have no effect. The isolate also serves
 * the repeated run. It is disposed of if a script catches the exception and sends another request.
 */
export function createQuestionChannel(isolate) {
  const channel = { question: null };
  const ask = (text) => {
    if (channel.question === null)
      channel.question = typeof text === 'string' && text.length <= maxQuestion ? text : '';
    else isolate.dispose();
  };
  /** Gives a context the global `__ask`. The sandbox code removes it before untrusted code runs. */
  const install = (context) => context.global.setSync('__ask', new ivm.Callback(ask));
  return { asked: channel, give: install };
}
