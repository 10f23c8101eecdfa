// Creates fresh isolates with a language.
import ivm from 'isolated-vm';
import { createQuestionChannel } from './question-channel.mjs';
import { startInterpreter } from './run-interpreted.mjs';

/**
 * Returns `warm(name, memoryMb)`. `languages`: name → `{ runs, bootstrap }`. Code caches are created and used only in
 * this process, because V8 trusts them.
 */
export function sandboxFactory(languages) {
  const caches = new Map();

  function compile(isolate, { file, code }) {
    const cachedData = caches.get(file);
    const cache = cachedData === undefined ? { produceCachedData: true } : { cachedData };
    const script = isolate.compileScriptSync(code, { filename: file, ...cache });
    if (cachedData === undefined) caches.set(file, script.cachedData);
    return script;
  }

  return (name, memoryMb) => {
    // With `onCatastrophicError`, an isolate without memory waits for a call of that function by the main thread, which
    // runs the script. Without it, the process aborts.
    const isolate = new ivm.Isolate({ memoryLimit: memoryMb });
    const { runs, bootstrap } = languages[name];
    const sandbox = {
      isolate,
      runs,
      bootstrap: bootstrap.map((part) => compile(isolate, part)),
      ...createQuestionChannel(isolate),
    };
    return runs === 'text' ? { ...sandbox, interpreter: startInterpreter(sandbox), modules: new Set() } : sandbox;
  };
}

/** Disposes of an isolate, which frees its memory immediately. */
export function dispose({ isolate }) {
  if (!isolate.isDisposed) isolate.dispose();
}
