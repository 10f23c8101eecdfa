import type { Retry } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { Message } from './message.tsx';

interface Props {
  readonly message: DisplayMessage | null;
  /** A text before the message, with a trailing space. */
  readonly before?: string;
  /** A text after the message, with a leading space. */
  readonly after?: string;
  /** Repeats the request; null or absent shows no button. */
  readonly retry?: Retry;
}

/** The error message of a failed request; null shows no message. */
export const Refusal = ({ message, before = '', after = '', retry = null }: Props) =>
  message === null ? null : (
    <p class="refusal" role="alert">
      <span>
        {before}
        <Message message={message} />
        {after}
      </span>
      {retry && (
        <button type="button" class="small" onClick={() => void retry()}>
          Try again
        </button>
      )}
    </p>
  );
