import ivm from 'isolated-vm';

/** Characters: more than any question has that is answered, and any request that is sent. */
const maxQuestion = 8 * 1024 * 1024;

/**
 * The only exit of an isolate while it runs: a script that needs data, or an effect, returns a text. Guests throw
 * immediately afterwards, so that later code has no effect: a `catch` or a `finally` of the script is ignored. The
 * isolate also serves the repetition; it ends if a script that has caught the end of its run continues to request.
 */
export function createQuestionChannel(isolate) {
  const channel = { question: null };
  const ask = (text) => {
    if (channel.question === null)
      channel.question = typeof text === 'string' && text.length <= maxQuestion ? text : '';
    else isolate.dispose();
  };
  /** Gives a context the global `__ask`, which the guest removes before untrusted code runs. */
  const install = (context) => context.global.setSync('__ask', new ivm.Callback(ask));
  return { asked: channel, give: install };
}
