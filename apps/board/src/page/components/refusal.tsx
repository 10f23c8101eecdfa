import type { DisplayMessage } from '../api/language.ts';
import { Message } from './message.tsx';

interface Props {
  readonly message: DisplayMessage | null;
  /** A text of the page before the message, with its space */
  readonly before?: string;
  /** A text of the page after the message, with its space */
  readonly after?: string;
}

/** The message of a refused request; null: none. */
export const Refusal = ({ message, before = '', after = '' }: Props) =>
  message === null ? null : (
    <p class="refusal" role="alert">
      {before}
      <Message message={message} />
      {after}
    </p>
  );
