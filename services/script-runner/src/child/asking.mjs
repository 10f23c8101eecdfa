import ivm from 'isolated-vm';

/** Characters: more than any question has that is answered, and any request that is sent. */
const longest = 8 * 1024 * 1024;

/**
 * The one way out of an isolate while it runs: a script that needs to know something, or to have something done, hands
 * that over as text. Guests throw at once behind it, so that what follows is of no effect: whatever a `catch` or a
 * `finally` of the script still does is not looked at. The isolate serves the repetition, too; it ends where a script
 * that has caught the end of its run asks for more.
 */
export function asking(isolate) {
  const asked = { question: null };
  const ask = (text) => {
    if (asked.question === null) asked.question = typeof text === 'string' && text.length <= longest ? text : '';
    else isolate.dispose();
  };
  /** Gives a context the global `__ask`, which the guest takes away before a stranger's code is run. */
  const give = (context) => context.global.setSync('__ask', new ivm.Callback(ask));
  return { asked, give };
}
