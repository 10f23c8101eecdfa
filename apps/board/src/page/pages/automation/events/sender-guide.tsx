import { CopyButton } from '../../../components/controls/copy-button.tsx';
import type { Sender } from './senders.ts';

interface Props {
  readonly sender: Sender;
  /** The URL to which the sender sends events. */
  readonly address: string;
}

/** The steps that create a webhook in the system of the sender. */
export const SenderGuide = ({ sender, address }: Props) => (
  <section aria-label="Set up the sender">
    <p class="why">{sender.location}</p>
    <dl class="facts">
      <dt>
        <code>{sender.urlName}</code>
      </dt>
      <dd>
        <code>{address}</code> <CopyButton label="Copy address" getText={() => address} />
      </dd>
      {sender.contentType !== undefined && (
        <>
          <dt>
            <code>Content type</code>
          </dt>
          <dd>
            <code>{sender.contentType}</code>
          </dd>
        </>
      )}
      <dt>
        <code>{sender.secretName}</code>
      </dt>
      <dd>The secret of this endpoint. If you have no copy of it, generate a new one.</dd>
    </dl>
  </section>
);
