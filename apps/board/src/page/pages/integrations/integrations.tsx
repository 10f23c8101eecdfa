import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import BookOpen from '~icons/lucide/book-open';
import Plug from '~icons/lucide/plug';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { StatusLabel } from '../../components/marks/status.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { t } from '../../navigation/text.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import type { Integration } from './responses.ts';

const topics: readonly Topic[] = [polled];
const breadcrumb = [
  { label: t('System'), to: '/system' },
  { label: t('Integrations'), to: null },
] as const;

/** The open dialog: a change of an integration, or its documentation. */
interface OpenDialog {
  readonly kind: 'change' | 'details';
  readonly integration: Integration;
}

function StateLabel({ enabled, replacedBy }: Integration) {
  if (replacedBy !== undefined) return <StatusLabel tone="waits" label={t('Replaced')} />;
  return enabled ? <StatusLabel tone="done" label={t('Enabled')} /> : <StatusLabel tone="idle" label={t('Disabled')} />;
}

/** The number of types that a card shows at first: cards of a row have the same height. */
const shownTypes = 8;

function TypeList({ types }: Pick<Integration, 'types'>) {
  return (
    <ul class="integration-types">
      {types.map(({ type }) => (
        <li key={type}>
          <code>{type}</code>
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  readonly integration: Integration;
  readonly open: (dialog: OpenDialog) => void;
}

function IntegrationCard({ integration, open }: CardProps) {
  const { title, version, description, icon, types, enabled, replacedBy } = integration;
  const more = types.slice(shownTypes);
  return (
    <li class="card integration">
      <header>
        <img src={icon} alt="" width="40" height="40" />
        <div>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          <span class="sub">{version}</span>
        </div>
        <Switch label={t`Enable ${title}`} isOn={enabled} change={() => open({ kind: 'change', integration })} />
      </header>
      <div class="body">
        <p lang="en">{description}</p>
        {replacedBy !== undefined && (
          <p class="hint">
            The plugin <bdi>{replacedBy}</bdi> defines its types. Uninstall the plugin to use the integration.
          </p>
        )}
        <TypeList types={types.slice(0, shownTypes)} />
        {more.length > 0 && (
          <details>
            <summary>{t`+${more.length} more`}</summary>
            <TypeList types={more} />
          </details>
        )}
      </div>
      <footer>
        <StateLabel {...integration} />
        <button type="button" class="quiet" onClick={() => open({ kind: 'details', integration })}>
          <Icon of={BookOpen} /> Documentation
        </button>
      </footer>
    </li>
  );
}

function IntegrationList() {
  const integrations = useEntity<readonly Integration[]>('/integrations', topics);
  const dialog = useSignal<OpenDialog | null>(null);
  const open = (next: OpenDialog | null): void => {
    dialog.value = next;
  };
  const close = (): void => open(null);
  const all = integrations.value.value;
  const opened = dialog.value;
  return (
    <>
      <Refusal message={integrations.refusal.value} retry={integrations.retry} />
      {!all && integrations.refusal.value === null && <Skeleton />}
      {all?.length === 0 && <EmptyState icon={Plug} text={t('This version has no integrations.')} />}
      {all && all.length > 0 && (
        <ul class="integrations">
          {all.map((integration) => (
            <IntegrationCard key={integration.name} integration={integration} open={open} />
          ))}
        </ul>
      )}
      {opened?.kind === 'change' && (
        <ChangeDialog integration={opened.integration} close={close} onDone={integrations.refresh} />
      )}
      {opened?.kind === 'details' && <DetailsDialog integration={opened.integration} close={close} />}
    </>
  );
}

/** The integrations of the product, for administrators. */
export function Integrations() {
  const missingPermission = missingGlobalPermission('readConsistency');
  useBreadcrumb(breadcrumb);
  useEffect(() => {
    document.title = t('Integrations · Slipway');
  }, []);
  return (
    <section>
      <PageHead title="Integrations" meta="Task types and connections that are part of the product" />
      {missingPermission === null ? <IntegrationList /> : <MissingPermissions names={[missingPermission]} />}
    </section>
  );
}
