interface Props {
  /** absent: there is none */
  readonly first: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** The ways from a page of a list to the others, where nobody knows how many there are. */
export const KeyPager = ({ first, previous, next }: Props) =>
  first || previous || next ? (
    <nav class="pager" aria-label="Pages">
      <button type="button" disabled={first === undefined} onClick={first}>
        First
      </button>
      <button type="button" disabled={previous === undefined} onClick={previous}>
        Previous
      </button>
      <button type="button" disabled={next === undefined} onClick={next}>
        Next
      </button>
    </nav>
  ) : null;
