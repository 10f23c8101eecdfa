// Guest code of every language: what a script has wished to be made, and goes on to work with before it is there.
// Evaluated before a stranger's code; it leaves one global, which recorder.js takes and removes: `__making()`.
{
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { assign, create } = Object;

  const isObject = (given) => typeof given === 'object' && given !== null && !isArray(given);
  /** What a script does to its own object afterwards is no part of what it has asked for. */
  const copyOf = (given) => parse(stringify(given));

  /** Each thing has an id of its own until the script has ended, and what is done to it is done to the wish. */
  globalThis.__making = () => {
    const made = create(null);
    let count = 0;
    return {
      has: (id) => made[id] !== undefined,
      /** `{ body, shown }`: what is asked for, which later calls change, and what the script gets, with the id. */
      make(given) {
        if (!isObject(given)) return { body: given, shown: given };
        const { id: _, ...body } = copyOf(given);
        count += 1;
        const id = `new-${count}`;
        made[id] = { body, siblings: null, isGone: false };
        return { id, body, shown: { ...copyOf(body), id } };
      },
      /** A task in a phase or group that is to be made itself, or a part of such a task. */
      putInto(id, part, position, list = 'tasks') {
        const { body } = made[id];
        if (!isArray(body[list])) body[list] = [];
        body[list].splice(position ?? body[list].length, 0, part.body);
        if (part.id !== undefined) made[part.id].siblings = body[list];
      },
      /** Tasks inside have been put there one by one, and stay. */
      change(id, given) {
        const { id: _, tasks: __, ...fields } = copyOf(given);
        assign(made[id].body, fields);
      },
      remove(id) {
        const { body, siblings } = made[id];
        made[id].isGone = true;
        if (siblings !== null) siblings.splice(siblings.indexOf(body), 1);
      },
      isGone: (id) => id !== undefined && made[id].isGone,
    };
  };
}
