// Sandbox code of every language: objects that a script creates and uses before they exist. It is evaluated before the
// script and defines one global, which action-recorder.js takes and removes: `__createdObjects()`.
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
  /** Copies an input, so that later changes of the script's object do not change its request. */
  const copyOf = (input) => parse(stringify(input));
  const lastSegment = (id) =>
    typeof id === 'string' ? apply(slice, id, [apply(lastIndexOf, id, ['/']) + 1]) : 'no id of a created object';

  /** Returns 32 hexadecimal digits for an id, which are equal in each repetition of a run. */
  function digits() {
    let text = '';
    for (let part = 0; part < 4; part += 1) {
      const number = floor(random() * 4_294_967_296);
      text += apply(padStart, apply(inBase, number, [16]), [8, '0']);
    }
    return text;
  }

  /**
   * Each created object immediately gets an id. Objects with a `kind` keep it, so that later actions can refer to them.
   * All other ids are valid only until the end of the script. A change of an object that does not exist yet changes its
   * request.
   */
  globalThis.__createdObjects = () => {
    const created = create(null);
    let count = 0;
    return {
      newId: (kind) => kind + digits(),
      has: (id) => created[lastSegment(id)] !== undefined,
      /** Whether later actions cannot refer to the object. */
      isUnnamed: (id) => created[lastSegment(id)]?.kind === null,
      /** Whether no action refers to the object yet, so that its creation can be undone. */
      isPending: (id) => created[lastSegment(id)] !== undefined && !created[lastSegment(id)].isNamed,
      name(id) {
        if (created[lastSegment(id)] !== undefined) created[lastSegment(id)].isNamed = true;
      },
      /** Returns the object as a script would read it now. */
      read(id) {
        const { body, shown: placeholder, isApart: isSeparate } = created[lastSegment(id)];
        return isSeparate ? placeholder : { ...copyOf(body), id: placeholder.id };
      },
      /**
       * Returns `{ id, body, shown }`: the request, which later calls change, and the object for the script. `within`
       * is the id of its container. With `isApart`, the request does not contain the id. `show` changes the object for
       * the script.
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
      /** Adds a task to a phase or group, or a part to a task, where the container does not exist yet either. */
      putInto(id, part, position, list = 'tasks') {
        const { body } = created[lastSegment(id)];
        if (!isArray(body[list])) body[list] = [];
        body[list].splice(position ?? body[list].length, 0, part.body);
        if (part.id !== undefined) created[part.id].siblings = body[list];
      },
      /** Changes an object. Its tasks were added individually, so they stay. */
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
