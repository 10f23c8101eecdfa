import { useSignal } from '@preact/signals';
import type { NewTokenAnswer, TokenAnswer } from '@slipway/wire';
import { change } from '../../data/rest.ts';
import { useAsked } from '../../live/use-asked.ts';
import { nowAndThen } from '../../live/wants.ts';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { AddressedTable } from '../../parts/paged-table.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import type { Column } from '../../parts/table.tsx';
import { useOffers } from '../../place/offers.ts';
import { TokenDialog } from './token-dialog.tsx';

const columnsOf = (end: (token: TokenAnswer) => void): readonly Column<TokenAnswer>[] => [
  { name: 'Token', cell: ({ tokenNote }) => tokenNote },
  { name: 'May', cell: ({ globalPermissions }) => globalPermissions?.join(', ') ?? 'All that you may do' },
  { name: 'Created', cell: ({ createdDate }) => <Moment at={createdDate ?? undefined} /> },
  {
    name: 'Ends',
    cell: ({ expiryDate }) => (expiryDate ? <Moment at={expiryDate} /> : 'When you end it'),
  },
  {
    name: 'Last used',
    cell: ({ lastUsedDate, lastUsedFrom }) => (
      <>
        <Moment at={lastUsedDate ?? undefined} /> {lastUsedFrom && `from ${lastUsedFrom}`}
      </>
    ),
  },
  {
    name: 'Step',
    cell: (token) => (
      <button type="button" onClick={() => end(token)}>
        End {token.tokenNote}…
      </button>
    ),
  },
];

/** The text of a new token, which is shown only once. */
const Made = ({ token, close }: { readonly token: NewTokenAnswer; readonly close: () => void }) => (
  <Dialog title={`Token ${token.tokenNote}`} close={close}>
    <p>Keep this text where only its program finds it: it is not kept here, and never shown again.</p>
    <CopiedText label="Text of the token" text={token.token} />
  </Dialog>
);

type Question = { readonly kind: 'add' } | { readonly kind: 'end'; readonly token: TokenAnswer };

/** One's tokens, logins for programs: to be made and ended. */
export function Tokens() {
  const asked = useAsked<readonly TokenAnswer[]>('/personal-access-tokens', { wanted: [nowAndThen] });
  const question = useSignal<Question | null>(null);
  const made = useSignal<NewTokenAnswer | null>(null);
  const tokens = asked.value.value;
  const now = question.value;
  const close = (): void => {
    question.value = null;
  };
  useOffers([{ name: 'Create a token', lacking: null, run: () => (question.value = { kind: 'add' }) }]);
  const end = async ({ id, tokenNote }: TokenAnswer): Promise<string> => {
    await change('DELETE', `/personal-access-tokens/${encodeURIComponent(id)}`);
    await asked.refresh();
    return `The token ${tokenNote} was deleted.`;
  };
  return (
    <section>
      <h2>Tokens for programs</h2>
      <p>
        <button type="button" onClick={() => (question.value = { kind: 'add' })}>
          Create a token…
        </button>
      </p>
      <Refusal sentence={asked.refusal.value} />
      {tokens?.length === 0 && <p class="empty">You have no token.</p>}
      {tokens && tokens.length > 0 && (
        <AddressedTable
          name="tokens"
          caption="Your tokens"
          columns={columnsOf((token) => (question.value = { kind: 'end', token }))}
          rows={tokens}
          keyOf={({ id }) => id}
        />
      )}
      {now?.kind === 'add' && (
        <TokenDialog
          close={close}
          made={(token) => {
            made.value = token;
            void asked.refresh();
          }}
        />
      )}
      {now?.kind === 'end' && (
        <FormDialog title={`End ${now.token.tokenNote}`} word="End it" close={close} run={() => end(now.token)}>
          <p>Programs that use it lose access.</p>
        </FormDialog>
      )}
      {made.value && <Made token={made.value} close={() => (made.value = null)} />}
    </section>
  );
}
