import { useSignal } from '@preact/signals';
import type { NewTokenResponse, TokenResponse } from '@slipway/api-schema/people';
import Plus from '~icons/lucide/plus';
import { permissionName } from '../../api/permission-words.ts';
import { mutate } from '../../api/rest.ts';
import { me } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { fromDateInput } from '../../components/fields/date-input.ts';
import { CheckField, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { PermissionBoxes } from '../../components/people/permission-boxes.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { t } from '../../navigation/text.ts';

interface Props {
  readonly close: () => void;
  readonly onCreated: (token: NewTokenResponse) => void;
}

/** The form of a new token: its name, expiry, and permissions. */
function TokenDialog({ close, onCreated }: Props) {
  const note = useSignal('');
  const expiry = useSignal('');
  const isRestricted = useSignal(false);
  const selectedPermissions = useSignal<readonly string[]>([]);
  const run = async (): Promise<string> => {
    const expiryDate = fromDateInput(expiry.peek());
    const token = await mutate<NewTokenResponse>('POST', '/personal-access-tokens', {
      tokenNote: note.peek(),
      ...(expiryDate !== null && { expiryDate }),
      ...(isRestricted.peek() && { globalPermissions: selectedPermissions.peek() }),
    });
    onCreated(token);
    return t('Token created');
  };
  return (
    <FormDialog title="New access token" submitLabel="Create token" close={close} run={run}>
      <TextField label="Name" isRequired value={note.value} change={(text) => (note.value = text)} />
      <MomentField
        label="Expires"
        hint="At most one year. Empty: never expires."
        value={expiry.value}
        change={(input) => (expiry.value = input)}
      />
      <CheckField
        label="Limit to selected global permissions (no team permissions)"
        isOn={isRestricted.value}
        change={(isOn) => (isRestricted.value = isOn)}
      />
      {isRestricted.value && (
        <PermissionBoxes
          ids={me.value?.permissions ?? []}
          selected={selectedPermissions.value}
          change={(newPermissions) => (selectedPermissions.value = newPermissions)}
        />
      )}
    </FormDialog>
  );
}

const columnsOf = (endToken: (token: TokenResponse) => void): readonly Column<TokenResponse>[] => [
  { name: t('Token'), cell: ({ tokenNote }) => <bdi>{tokenNote}</bdi> },
  {
    name: t('Permissions'),
    cell: ({ globalPermissions }) => globalPermissions?.map(permissionName).join(', ') ?? t('Same as yours'),
  },
  { name: t('Created'), cell: ({ createdDate }) => <Moment at={createdDate ?? undefined} /> },
  {
    name: t('Expires'),
    cell: ({ expiryDate }) => (expiryDate ? <Moment at={expiryDate} /> : t('Never')),
  },
  {
    name: t('Last used'),
    cell: ({ lastUsedDate, lastUsedFrom }) => (
      <>
        <Moment at={lastUsedDate ?? undefined} /> {lastUsedFrom && t`from ${lastUsedFrom}`}
      </>
    ),
  },
  {
    name: t('Actions'),
    cell: (token) => (
      <button type="button" class="danger small" onClick={() => endToken(token)}>
        Revoke {token.tokenNote}…
      </button>
    ),
  },
];

/** The dialog with the text of a new token, which is displayed only once. */
const NewTokenDialog = ({ token, close }: { readonly token: NewTokenResponse; readonly close: () => void }) => (
  <Dialog title={t`Token ${token.tokenNote}`} close={close}>
    <p>Copy this token now. It isn’t shown again.</p>
    <CopyField label="Access token" text={token.token} />
  </Dialog>
);

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'end'; readonly token: TokenResponse };

/** The personal access tokens of the user, with buttons that create and revoke tokens. */
export function Tokens() {
  const result = useQuery<readonly TokenResponse[]>('/personal-access-tokens', { topics: [polled] });
  const openDialog = useSignal<OpenDialog | null>(null);
  const newToken = useSignal<NewTokenResponse | null>(null);
  const tokens = result.value.value;
  const current = openDialog.value;
  const close = (): void => {
    openDialog.value = null;
  };
  usePaletteActions([
    { name: t('New access token'), missingPermission: null, run: () => (openDialog.value = { kind: 'add' }) },
  ]);
  const endToken = async ({ id }: TokenResponse): Promise<string> => {
    await mutate('DELETE', `/personal-access-tokens/${encodeURIComponent(id)}`);
    await result.refresh();
    return t('Token revoked');
  };
  return (
    <section class="card wide">
      <header>
        <h2>Access tokens</h2>
        <button type="button" class="main small end" onClick={() => (openDialog.value = { kind: 'add' })}>
          <Icon of={Plus} />
          New access token…
        </button>
      </header>
      <Refusal message={result.refusal.value} retry={result.retry} />
      {tokens?.length === 0 && <p class="empty body">No access tokens</p>}
      {tokens && tokens.length > 0 && (
        <AddressedTable
          name="tokens"
          caption="Your tokens"
          columns={columnsOf((token) => (openDialog.value = { kind: 'end', token }))}
          rows={tokens}
          keyOf={({ id }) => id}
        />
      )}
      {current?.kind === 'add' && (
        <TokenDialog
          close={close}
          onCreated={(token) => {
            newToken.value = token;
            void result.refresh();
          }}
        />
      )}
      {current?.kind === 'end' && (
        <FormDialog
          title={t`Revoke ${current.token.tokenNote}?`}
          submitLabel="Revoke token"
          isDanger
          close={close}
          run={() => endToken(current.token)}
        >
          <p>Programs that use it lose access.</p>
        </FormDialog>
      )}
      {newToken.value && <NewTokenDialog token={newToken.value} close={() => (newToken.value = null)} />}
    </section>
  );
}
