interface Props {
  /** absent: there is none */
  readonly first: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** The links to other pages of a list of unknown length. */
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
