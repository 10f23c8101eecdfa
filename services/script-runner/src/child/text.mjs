// Runs scripts of a language whose interpreter lives in the isolate: `__run` takes a request and answers, both as text.

const take = (context, name) => {
  const taken = context.global.getSync(name, { reference: true });
  context.global.deleteSync(name);
  return taken;
};

/** Evaluates the interpreter; what is answered serves one script of one owner. */
export function warmText({ isolate, bootstrap, give }) {
  const context = isolate.createContextSync();
  give(context);
  for (const part of bootstrap) part.runSync(context);
  return { compile: take(context, '__compile'), run: take(context, '__run') };
}

const failedBy = (error) => JSON.stringify({ error, result: null, variables: {}, actions: [], output: '' });

/**
 * `run(body, timeMs)` → `{ text }` or `{ error, output }`. The first run compiles the script, in as much time again: what
 * a run is answered does not depend on whether it is the first.
 */
export function bindText(sandbox, { script }) {
  const { guest } = sandbox;
  let isCompiled = false;
  return function run(body, timeMs) {
    try {
      const error = isCompiled ? null : compileText(sandbox, script, timeMs);
      if (error !== null) return { text: failedBy(error) };
      isCompiled = true;
      return { text: guest.run.applySync(undefined, [body], { timeout: timeMs }) };
    } catch (error) {
      return { error, output: '' };
    }
  };
}

/** The error of a text that is no script, or null. */
export function compileText({ guest }, script, timeMs) {
  const { error } = JSON.parse(guest.compile.applySync(undefined, [script], { timeout: timeMs }));
  return error ?? null;
}
