import ivm from 'isolated-vm';

/** Characters: more than any question has that is answered, and any request that is sent. */
const longest = 8 * 1024 * 1024;

/**
 * The one way out of an isolate while it runs: a script that needs to know something, or to have something done, hands
 * that over as text, and its isolate ends in the same moment. No `catch` and no `finally` is run by what is gone.
 */
export function asking(isolate) {
  const asked = { question: null };
  const ask = (text) => {
    asked.question ??= typeof text === 'string' && text.length <= longest ? text : '';
    isolate.dispose();
  };
  /** Gives a context the global `__ask`, which the guest takes away before a stranger's code is run. */
  const give = (context) => context.global.setSync('__ask', new ivm.Callback(ask));
  return { asked, give };
}
