// Runs scripts of a language whose interpreter lives in the isolate: `__run` takes a request and answers, both as text.

const takeGlobal = (context, name) => {
  const value = context.global.getSync(name, { reference: true });
  context.global.deleteSync(name);
  return value;
};

/** Evaluates the interpreter; the result serves one script of one owner. */
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
 * `run(body, timeMs, { index, supply })` → `{ text }`, `{ error, output }`, or `{ missing }`: the keys of modules that
 * the script may import and that are not here. The first run compiles the script, with the same time limit again, so
 * that the result does not depend on whether it is the first. `index`: the files of the jars that it imports from.
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

/** What a text imports as `{ needs }`, or why it is no script as `{ error }`. */
export const compileText = ({ interpreter: guest }, script, timeMs) =>
  JSON.parse(guest.compile.applySync(undefined, [script], { timeout: timeMs }));
