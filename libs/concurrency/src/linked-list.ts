/** An item of a linked list. Removal takes constant time. */
export interface Item<T> {
  readonly value: T;
  previous: Item<T> | null;
  next: Item<T> | null;
}

/** A JavaScript Set takes longer to find its first item after each deletion there. */
export class LinkedList<T> {
  first: Item<T> | null = null;
  #last: Item<T> | null = null;
  size = 0;

  push(value: T): Item<T> {
    const item: Item<T> = { value, previous: this.#last, next: null };
    if (this.#last === null) this.first = item;
    else this.#last.next = item;
    this.#last = item;
    this.size += 1;
    return item;
  }

  /** The item must be in this list. */
  remove({ previous, next }: Item<T>): void {
    if (previous === null) this.first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    this.size -= 1;
  }
}
