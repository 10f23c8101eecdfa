import { momentText } from '../calendar/date-texts.ts';

interface Props {
  /** The start after the blackout, in milliseconds since 1970; null if there is no better start. */
  readonly at: number | null;
  readonly startAt: (at: number) => void;
}

/** A button that moves the planned start behind a blackout. It follows a sentence. */
export const OfferedStart = ({ at, startAt }: Props) =>
  at !== null && (
    <>
      {' '}
      <button type="button" class="link" onClick={() => startAt(at)}>
        Start on {momentText(at)} instead
      </button>
    </>
  );
