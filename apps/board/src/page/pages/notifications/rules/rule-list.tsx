import { useSignal } from '@preact/signals';
import Bell from '~icons/lucide/bell';
import Copy from '~icons/lucide/copy';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { eventName } from '../event-words.ts';
import type { Scope } from '../place.ts';
import { RuleDialog } from './rule-dialog.tsx';
import {
  channelsText,
  filterText,
  type NotificationRule,
  type RuleSettings,
  recipientLabel,
  rulesPath,
} from './rules.ts';

const topics: readonly Topic[] = [polled];

/** Returns the title of a rule, or else the names of its events. */
const ruleName = ({ title, events }: NotificationRule): string => title ?? events.map(eventName).join(', ');

/** The names of recipients; none switch the event off. */
const Recipients = ({ recipients }: Pick<NotificationRule, 'recipients'>) =>
  recipients.length === 0 ? (
    <span class="faint">No recipients</span>
  ) : (
    <span class="tags">
      {recipients.map((recipient) => (
        <bdi key={recipient} class="tag">
          {recipientLabel(recipient)}
        </bdi>
      ))}
    </span>
  );

const contentColumns: readonly Column<NotificationRule>[] = [
  {
    name: t('Events'),
    cell: (rule) => (
      <div class="two-lines">
        <bdi>{ruleName(rule)}</bdi>
        {rule.title !== undefined && <span class="sub">{rule.events.map(eventName).join(', ')}</span>}
        {rule.mandatory === true && <span class="tag">Required</span>}
      </div>
    ),
  },
  { name: t('Recipients'), cell: ({ recipients }) => <Recipients recipients={recipients} /> },
  { name: t('Channels'), cell: ({ channels }) => channelsText(channels) },
  { name: t('Only for'), cell: ({ filter }) => <bdi>{filterText(filter) || t('Everything')}</bdi> },
];

type RuleDialogState =
  | { readonly kind: 'new'; readonly rule: NotificationRule | null }
  | { readonly kind: 'edit' | 'delete'; readonly rule: NotificationRule };

const columnsOf = (open: (state: RuleDialogState) => void): readonly Column<NotificationRule>[] => [
  ...contentColumns,
  {
    ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
    cell: (rule) => (
      <RowMenu
        label={t`Actions for ${ruleName(rule)}`}
        sections={[
          {
            actions: [
              { label: t('Edit…'), icon: Pencil, run: () => open({ kind: 'edit', rule }) },
              { label: t('Duplicate…'), icon: Copy, run: () => open({ kind: 'new', rule }) },
            ],
          },
          {
            actions: [{ label: t('Delete…'), icon: Trash2, isDanger: true, run: () => open({ kind: 'delete', rule }) }],
          },
        ]}
      />
    ),
  },
];

/** Returns the heading of inherited rules. */
const scopeTitle = ({ id, title }: RuleSettings['inherited'][number]['scope']): string =>
  id === 'default' ? t('Default rules') : t`Rules of ${title}`;

/** The rules of a parent folder or of the installation, which apply if no own rule does. */
const Inherited = ({ inherited }: Pick<RuleSettings, 'inherited'>) =>
  inherited
    .filter(({ rules }) => rules.length > 0)
    .map(({ scope, rules }) => (
      <details key={scope.id} class="card edit">
        <summary>
          {scopeTitle(scope)} ({rules.length})
        </summary>
        <Table caption={scopeTitle(scope)} columns={contentColumns} rows={rules} keyOf={ruleName} />
      </details>
    ));

const isSameRule = (a: NotificationRule, b: NotificationRule): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns functions that change one rule, and keep concurrent changes of others. */
function useRuleChanges(path: string, refresh: () => Promise<void>) {
  const update = async (change: (rules: readonly NotificationRule[]) => readonly NotificationRule[]): Promise<void> => {
    await updateWithRetry<RuleSettings>(path, ({ rules }) => ({ rules: change(rules) }));
    await refresh();
  };
  const replace = (old: NotificationRule | null, next: NotificationRule | null): Promise<void> =>
    update((rules) => {
      const index = old === null ? -1 : rules.findIndex((rule) => isSameRule(rule, old));
      if (old !== null && index < 0)
        throw new Error(t('Another user has changed this rule. Close the dialog and open it again.'));
      const added = next === null ? [] : [next];
      return index < 0 ? [...rules, ...added] : rules.toSpliced(index, 1, ...added);
    });
  return replace;
}

/** The rules of the installation or of a folder, with dialogs that change them. */
export function RuleList({ scope }: { readonly scope: Scope }) {
  const path = rulesPath(scope);
  const { value, refusal, retry, refresh } = useEntity<RuleSettings>(path, topics);
  const dialog = useSignal<RuleDialogState | null>(null);
  const replace = useRuleChanges(path, refresh);
  const current = dialog.value;
  const settings = value.value;
  const close = (): void => {
    dialog.value = null;
  };
  const startNew = (): void => {
    dialog.value = { kind: 'new', rule: null };
  };
  usePaletteActions(settings ? [{ name: t('New notification rule'), missingPermission: null, run: startNew }] : []);
  if (settings === undefined)
    return refusal.value === null ? <Skeleton /> : <Refusal message={refusal.value} retry={retry} />;
  return (
    <section class="stack">
      <section class="card">
        <header>
          <h2>{scope.folderId === null ? t('Rules of the installation') : t('Rules of this folder')}</h2>
          <button type="button" class="small end" onClick={startNew}>
            <Icon of={Plus} />
            New rule
          </button>
        </header>
        {settings.rules.length === 0 ? (
          <EmptyState icon={Bell} text="No rules here. The rules below apply." />
        ) : (
          <Table
            caption="Rules"
            columns={columnsOf((state) => (dialog.value = state))}
            rows={settings.rules}
            keyOf={(rule) => JSON.stringify(rule)}
          />
        )}
      </section>
      <Inherited inherited={settings.inherited} />
      {(current?.kind === 'new' || current?.kind === 'edit') && (
        <RuleDialog
          rule={current.rule}
          isOfInstallation={scope.folderId === null}
          close={close}
          save={(rule) => replace(current.kind === 'edit' ? current.rule : null, rule)}
        />
      )}
      {current?.kind === 'delete' && (
        <FormDialog
          title="Delete rule?"
          submitLabel="Delete rule"
          isDanger
          close={close}
          run={async () => {
            await replace(current.rule, null);
            showToast(t('Rule deleted'));
            return '';
          }}
        >
          <p>
            The rules of parent folders and of the installation then decide about <bdi>{ruleName(current.rule)}</bdi>.
          </p>
        </FormDialog>
      )}
    </section>
  );
}
