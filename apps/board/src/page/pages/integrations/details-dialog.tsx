import ExternalLink from '~icons/lucide/external-link';
import { Dialog } from '../../components/dialog.tsx';
import { Skeleton } from '../../components/empty-state.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import type { Integration, IntegrationDetails } from './responses.ts';

const topics: readonly Topic[] = [polled];

/** Returns a text without its first heading, which the dialog has as its title. */
const withoutTitle = (readme: string): string => readme.replace(/^# .*\n+/, '');

interface Props {
  readonly integration: Integration;
  readonly close: () => void;
}

/** The documentation of an integration, beside the list. */
export function DetailsDialog({ integration: { name, title, documentation }, close }: Props) {
  const details = useEntity<IntegrationDetails>(`/integrations/${encodeURIComponent(name)}`, topics);
  const current = details.value.value;
  return (
    <Dialog title={title} kind="drawer" close={close}>
      <div class="integration-details">
        <Refusal message={details.refusal.value} retry={details.retry} />
        {current ? (
          <div lang="en">
            <Markdown text={withoutTitle(current.readme)} />
          </div>
        ) : (
          <Skeleton />
        )}
        <a href={documentation} target="_blank" rel="noopener noreferrer">
          Documentation of the external system <Icon of={ExternalLink} size="small" />
        </a>
      </div>
    </Dialog>
  );
}
