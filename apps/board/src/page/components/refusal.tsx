import { TextMessage } from './messages/message.tsx';

/** What the server has refused, in its own words. */
export const Refusal = ({ sentence }: { readonly sentence: string | null }) =>
  sentence === null ? null : (
    <p class="refusal" role="alert">
      <TextMessage text={sentence} />
    </p>
  );
