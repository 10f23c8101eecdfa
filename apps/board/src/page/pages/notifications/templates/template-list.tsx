import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import Mail from '~icons/lucide/mail';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import RotateCcw from '~icons/lucide/rotate-ccw';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { eventName } from '../event-words.ts';
import { languageName } from '../language-name.ts';
import type { Scope } from '../place.ts';
import { applyChange, type MessageTemplate, sortTemplates, type TemplateChange, templatesPath } from './template.ts';
import { TemplateDialog } from './template-dialog.tsx';

const topics: readonly Topic[] = [polled];

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'edit' | 'reset'; readonly template: MessageTemplate };

const keyOf = ({ eventType, channel, language }: MessageTemplate): string => `${eventType} ${channel} ${language}`;

const maxExcerpt = 120;

/** Returns the start of a text. */
const excerpt = (text: string): string => (text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text);

const columnsOf = (open: (dialog: OpenDialog) => void): readonly Column<MessageTemplate>[] => [
  {
    name: t('Event'),
    cell: ({ eventType }) => eventName(eventType),
  },
  { name: t('Channel'), cell: ({ channel }) => channelName(channel) },
  { name: t('Language'), cell: ({ language }) => <bdi>{languageName(language)}</bdi> },
  { name: t('Message'), cell: ({ subject, text }) => <bdi>{excerpt(subject ?? text)}</bdi> },
  {
    ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
    cell: (template) => (
      <RowMenu
        label={t`Actions for ${eventName(template.eventType)}, ${channelName(template.channel)}`}
        sections={[
          {
            actions: [
              { label: t('Edit…'), icon: Pencil, run: () => open({ kind: 'edit', template }) },
              { label: t('Reset to default…'), icon: RotateCcw, run: () => open({ kind: 'reset', template }) },
            ],
          },
        ]}
      />
    ),
  },
];

/** Changes one template, and keeps concurrent changes of others. Throws ApiError, OfflineError. */
async function changeTemplate(path: string, change: TemplateChange): Promise<void> {
  await updateWithRetry<readonly MessageTemplate[]>(path, (stored) => {
    const templates = applyChange(stored, change);
    if (templates === 'changed')
      throw new Error(t('Another user has changed this template. Close the dialog and open it again.'));
    if (templates === 'exists')
      throw new Error(t('A template for this event, channel and language exists. Edit that one.'));
    return templates;
  });
}

/** The texts of messages that replace the default ones, in the installation or a folder. */
export function TemplateList({ scope }: { readonly scope: Scope }) {
  const path = templatesPath(scope);
  const { value, refusal, retry, refresh } = useEntity<readonly MessageTemplate[]>(path, topics);
  const dialog = useSignal<OpenDialog | null>(null);
  const columns = useMemo(() => columnsOf((opened) => (dialog.value = opened)), []);
  const templates = useMemo(() => value.value && sortTemplates(value.value), [value.value]);
  const current = dialog.value;
  const old = current === null || current.kind === 'new' ? null : current.template;
  const change = async (next: MessageTemplate | null): Promise<void> => {
    await changeTemplate(path, { old, next });
    await refresh();
  };
  const close = (): void => {
    dialog.value = null;
  };
  const startNew = (): void => {
    dialog.value = { kind: 'new' };
  };
  usePaletteActions([{ name: t('New message template'), missingPermission: null, run: startNew }]);
  return (
    <section class="card">
      <header>
        <h2>Message templates</h2>
        <button type="button" class="main small end" onClick={startNew}>
          <Icon of={Plus} />
          New template
        </button>
      </header>
      <Refusal message={refusal.value} retry={retry} />
      {templates === undefined && refusal.value === null && <Skeleton />}
      {templates?.length === 0 && (
        <EmptyState
          icon={Mail}
          text={
            scope.folderId === null
              ? t('No templates. All messages have the default text.')
              : t('No templates in this folder. The inherited ones apply.')
          }
        />
      )}
      {templates && templates.length > 0 && (
        <AddressedTable name="from" caption="Message templates" columns={columns} rows={templates} keyOf={keyOf} />
      )}
      {(current?.kind === 'new' || current?.kind === 'edit') && (
        <TemplateDialog scope={scope} template={old} close={close} save={change} />
      )}
      {current?.kind === 'reset' && (
        <FormDialog
          title="Reset to default?"
          submitLabel="Delete template"
          isDanger
          close={close}
          run={async () => {
            await change(null);
            return t('Template deleted');
          }}
        >
          <p>The message then has the text of a parent folder, of the installation, or of the product.</p>
        </FormDialog>
      )}
    </section>
  );
}
