import { TextMessage } from './messages/message.tsx';

/** The message of a refused request. */
export const Refusal = ({ sentence }: { readonly sentence: string | null }) =>
  sentence === null ? null : (
    <p class="refusal" role="alert">
      <TextMessage text={sentence} />
    </p>
  );
