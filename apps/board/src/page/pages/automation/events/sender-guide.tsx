import { CopyButton } from '../../../components/controls/copy-button.tsx';
import { t } from '../../../navigation/text.ts';
import type { Sender } from './senders.ts';

interface Props {
  readonly sender: Sender;
  /** The URL of the endpoint, without a token. */
  readonly address: string;
  /** The secret, if it was just generated. It is not shown again. */
  readonly secret?: string | undefined;
}

/** The place of a secret that is not known. */
const unknownSecret = '<secret>';

/** How an administrator creates the webhook in the system of the sender. */
export function SenderGuide({ sender, address, secret }: Props) {
  const { parameter } = sender.authentication.properties;
  const token = secret ?? unknownSecret;
  const url = parameter === undefined ? address : `${address}?${parameter}=${token}`;
  const configuration = sender.configuration?.replaceAll('{url}', url).replaceAll('{secret}', token);
  return (
    <section class="stack sender-guide" aria-label="Set up the sender">
      <p class="why" lang="en">
        {sender.instructions}
      </p>
      <dl class="facts">
        <dt>
          <code>{sender.urlName}</code>
        </dt>
        <dd>
          <code>{url}</code> <CopyButton label="Copy address" getText={() => url} />
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
        {(parameter === undefined || secret === undefined) && (
          <>
            <dt>
              <code>{sender.secretName}</code>
            </dt>
            <dd>
              {secret === undefined ? (
                t('The secret of this endpoint. If you have no copy of it, generate a new one.')
              ) : (
                <>
                  <code>{secret}</code> <CopyButton label="Copy secret" getText={() => secret} />
                </>
              )}
            </dd>
          </>
        )}
      </dl>
      {secret !== undefined && <p class="why">Copy the secret now. It isn’t shown again.</p>}
      {configuration !== undefined && (
        <div>
          <CopyButton label="Copy configuration" getText={() => configuration} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus to scroll with the keyboard */}
          <pre class="terminal" tabIndex={0}>
            {configuration}
          </pre>
        </div>
      )}
      {sender.warning !== undefined && (
        <p class="why waits-text" lang="en">
          {sender.warning}
        </p>
      )}
    </section>
  );
}
