// Runs scripts of a language with an interpreter in the isolate: `__run` takes a request and returns a result, both as
// text.

const takeGlobal = (context, name) => {
  const value = context.global.getSync(name, { reference: true });
  context.global.deleteSync(name);
  return value;
};

/** Starts the interpreter in an isolate, for one script of one owner. */
export function startInterpreter({ isolate, bootstrap, give: install }) {
  const context = isolate.createContextSync();
  install(context);
  for (const part of bootstrap) part.runSync(context);
  return {
    context,
    compile: takeGlobal(context, '__compile'),
    run: takeGlobal(context, '__run'),
    jars: takeGlobal(context, '__jars'),
    body: takeGlobal(context, '__body'),
    translate: takeGlobal(context, '__translate'),
    inspect: takeGlobal(context, '__inspect'),
  };
}

const failedAnswer = (error) => JSON.stringify({ error, result: null, variables: {}, actions: [], output: '' });

/**
 * Returns `run(body, timeMs, { index, supply })` → `{ text }`, `{ error, output }`, or `{ missing }` with the keys of
 * modules that the child lacks. The first run compiles the script with an additional time limit of `timeMs`, so the
 * first and later runs have equal results. `index`: the files of the jars.
 */
export function bindInterpreter(sandbox, { script }) {
  const { interpreter: guest } = sandbox;
  let needs = null;
  return function run(body, timeMs, { index, supply }) {
    try {
      if (needs === null) {
        if (index !== undefined) guest.jars.applySync(undefined, [index]);
        const compiled = compileText(sandbox, script, timeMs);
        if (compiled.error !== undefined) return { text: failedAnswer(compiled.error) };
        needs = compiled.needs ?? [];
      }
      const missing = supply(sandbox, needs);
      if (missing.length > 0) return { missing };
      return { text: guest.run.applySync(undefined, [body], { timeout: timeMs }) };
    } catch (error) {
      return { error, output: '' };
    }
  };
}

/** Compiles a script. Returns its imports as `{ needs }`, or its compile error as `{ error }`. */
export const compileText = ({ interpreter: guest }, script, timeMs) =>
  JSON.parse(guest.compile.applySync(undefined, [script], { timeout: timeMs }));
