// Sandbox code of every language: the times of the lines of an output. It is evaluated after effects.js, and adds to its
// global:
//
// `__effects.lineTimes()` → {
//   add(text)    records the time for the lines that begin in a part of the output
//   list()       → [[line, milliseconds since 1970], …]: the time applies to this line, counted from 0, and the next ones
// }
// null for a run without a journal, whose output is not stored.
{
  const { apply, defineProperty } = Reflect;
  const { indexOf } = String.prototype;
  const effects = globalThis.__effects;

  /** With more changes, every second one is removed, and the next ones have double the distance. */
  const maxChanges = 100;
  const minDistanceMs = 10;

  const put = (list, index, value) =>
    defineProperty(list, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  effects.lineTimes = () => {
    if (effects.printedAt() === null) return null;
    let changes = [];
    let distanceMs = minDistanceMs;
    let line = 0;
    let isAtStart = true;

    function thin() {
      const kept = [];
      for (let at = 0; at < changes.length; at += 2) put(kept, kept.length, changes[at]);
      changes = kept;
      distanceMs *= 2;
    }
    function mark(newLine) {
      const time = effects.printedAt();
      if (changes.length > 0 && time < changes[changes.length - 1][1] + distanceMs) return;
      if (changes.length === maxChanges) thin();
      put(changes, changes.length, [newLine, time]);
    }
    function add(text) {
      if (text === '') return;
      if (isAtStart) mark(line);
      const first = apply(indexOf, text, ['\n']);
      if (first >= 0 && first < text.length - 1) mark(line + 1);
      isAtStart = first === text.length - 1;
      for (let at = first; at >= 0; at = apply(indexOf, text, ['\n', at + 1])) {
        line += 1;
        isAtStart = at === text.length - 1;
      }
    }
    return { __proto__: null, add, list: () => changes };
  };
}
