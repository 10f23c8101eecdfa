// Guest code of every language: objects that a script creates, and uses before they exist. Evaluated before a script;
// it defines one global, which recorder.js takes and removes: `__making()`.
{
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { assign, create } = Object;
  const { floor } = Math;
  const { lastIndexOf, slice, padStart } = String.prototype;
  const inBase = Number.prototype.toString;
  const apply = Reflect.apply;
  const { random } = globalThis.__effects;

  const isObject = (given) => typeof given === 'object' && given !== null && !isArray(given);
  /** Later changes of the script's own object are not part of its request. */
  const copyOf = (given) => parse(stringify(given));
  const last = (id) =>
    typeof id === 'string' ? apply(slice, id, [apply(lastIndexOf, id, ['/']) + 1]) : 'no id of a created object';

  /** 32 hexadecimal digits, as every id has; the same in each repetition of a run. */
  function digits() {
    let text = '';
    for (let part = 0; part < 4; part += 1) {
      const number = floor(random() * 4_294_967_296);
      text += apply(padStart, apply(inBase, number, [16]), [8, '0']);
    }
    return text;
  }

  /**
   * Each created object has an id at once. Objects of a `kind` keep it, so that later actions may name them; the ids of
   * all others hold until the script has ended. Changes of an object that does not exist yet change the request.
   */
  globalThis.__making = () => {
    const made = create(null);
    let count = 0;
    return {
      newId: (kind) => kind + digits(),
      has: (id) => made[last(id)] !== undefined,
      /** Whether no later action may name it. */
      isUnnamed: (id) => made[last(id)]?.kind === null,
      /** Whether no action names it yet, so that it may still be taken back. */
      isPending: (id) => made[last(id)] !== undefined && !made[last(id)].isNamed,
      name(id) {
        if (made[last(id)] !== undefined) made[last(id)].isNamed = true;
      },
      /** The object as the script would read it now. */
      read(id) {
        const { body, shown, isApart } = made[last(id)];
        return isApart ? shown : { ...copyOf(body), id: shown.id };
      },
      /**
       * `{ id, body, shown }`: the request, which later calls change, and the object that the script gets. `within` is
       * the id of its container; with `isApart` the id is no part of the request; `show` changes what the script gets.
       */
      make(given, { kind = null, within = null, isApart = false, show = (one) => one } = {}) {
        if (!isObject(given)) return { body: given, shown: given };
        const { id: _, ...copy } = copyOf(given);
        count += 1;
        const id = kind === null ? `new-${count}` : kind + digits();
        const body = kind === null || isApart ? copy : { ...copy, id };
        const shown = show({ ...copyOf(copy), id: within === null ? id : `${within}/${id}` });
        made[id] = { kind, body, shown, isApart, siblings: null, isNamed: false, isGone: false };
        return { id, body, shown };
      },
      /** Puts a task into a phase or group, or a part into a task, which does not exist either. */
      putInto(id, part, position, list = 'tasks') {
        const { body } = made[last(id)];
        if (!isArray(body[list])) body[list] = [];
        body[list].splice(position ?? body[list].length, 0, part.body);
        if (part.id !== undefined) made[part.id].siblings = body[list];
      },
      /** Tasks inside were added one by one, and stay. */
      change(id, given) {
        const { id: _, tasks: __, ...fields } = copyOf(given);
        assign(made[last(id)].body, fields);
      },
      remove(id) {
        const { body, siblings } = made[last(id)];
        made[last(id)].isGone = true;
        if (siblings !== null) siblings.splice(siblings.indexOf(body), 1);
      },
      isGone: (id) => id !== undefined && made[last(id)].isGone,
    };
  };
}
