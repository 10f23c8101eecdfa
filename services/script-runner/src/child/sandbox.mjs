// A fresh isolate with a language in it.
import ivm from 'isolated-vm';
import { createQuestionChannel } from './question-channel.mjs';
import { startInterpreter } from './run-interpreted.mjs';

/** V8 has lost control: nothing of this process can be trusted or even ended in order. */
const onCatastrophicError = () => process.abort();

/**
 * Answers `warm(name, memoryMb)`. `languages`: name → `{ runs, bootstrap }`. Code caches are made here and used here
 * only: V8 trusts them.
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
    const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError });
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

/** Gives its memory back at once. */
export function dispose({ isolate }) {
  if (!isolate.isDisposed) isolate.dispose();
}
