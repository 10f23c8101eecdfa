// Guest code of every language: objects that a script creates, and uses before they exist. Evaluated before a script;
// it defines one global, which action-recorder.js takes and removes: `__createdObjects()`.
{
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { assign, create } = Object;
  const { floor } = Math;
  const { lastIndexOf, slice, padStart } = String.prototype;
  const inBase = Number.prototype.toString;
  const apply = Reflect.apply;
  const { random } = globalThis.__effects;

  const isObject = (input) => typeof input === 'object' && input !== null && !isArray(input);
  /** Later changes of the script's own object are not part of its request. */
  const copyOf = (input) => parse(stringify(input));
  const lastSegment = (id) =>
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
  globalThis.__createdObjects = () => {
    const created = create(null);
    let count = 0;
    return {
      newId: (kind) => kind + digits(),
      has: (id) => created[lastSegment(id)] !== undefined,
      /** Whether no later action may name it. */
      isUnnamed: (id) => created[lastSegment(id)]?.kind === null,
      /** Whether no action names it yet, so that it may still be taken back. */
      isPending: (id) => created[lastSegment(id)] !== undefined && !created[lastSegment(id)].isNamed,
      name(id) {
        if (created[lastSegment(id)] !== undefined) created[lastSegment(id)].isNamed = true;
      },
      /** The object as the script would read it now. */
      read(id) {
        const { body, shown: placeholder, isApart: isSeparate } = created[lastSegment(id)];
        return isSeparate ? placeholder : { ...copyOf(body), id: placeholder.id };
      },
      /**
       * `{ id, body, shown }`: the request, which later calls change, and the object that the script gets. `within` is
       * the id of its container; with `isApart` the id is no part of the request; `show` changes what the script gets.
       */
      make(input, { kind = null, within = null, isApart: isSeparate = false, show = (one) => one } = {}) {
        if (!isObject(input)) return { body: input, shown: input };
        const { id: _, ...copy } = copyOf(input);
        count += 1;
        const id = kind === null ? `new-${count}` : kind + digits();
        const body = kind === null || isSeparate ? copy : { ...copy, id };
        const placeholder = show({ ...copyOf(copy), id: within === null ? id : `${within}/${id}` });
        created[id] = {
          kind,
          body,
          shown: placeholder,
          isApart: isSeparate,
          siblings: null,
          isNamed: false,
          isGone: false,
        };
        return { id, body, shown: placeholder };
      },
      /** Puts a task into a phase or group, or a part into a task, which does not exist either. */
      putInto(id, part, position, list = 'tasks') {
        const { body } = created[lastSegment(id)];
        if (!isArray(body[list])) body[list] = [];
        body[list].splice(position ?? body[list].length, 0, part.body);
        if (part.id !== undefined) created[part.id].siblings = body[list];
      },
      /** Tasks inside were added one by one, and stay. */
      change(id, input) {
        const { id: _, tasks: __, ...fields } = copyOf(input);
        assign(created[lastSegment(id)].body, fields);
      },
      remove(id) {
        const { body, siblings } = created[lastSegment(id)];
        created[lastSegment(id)].isGone = true;
        if (siblings !== null) siblings.splice(siblings.indexOf(body), 1);
      },
      isGone: (id) => id !== undefined && created[lastSegment(id)].isGone,
    };
  };
}
