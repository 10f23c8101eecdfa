import type { TriggerPageResponse } from '@slipway/api-schema/triggers';
import type { ComponentChildren } from 'preact';
import { Tabs } from '../../components/controls/tabs.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { t } from '../../navigation/text.ts';

const tabLabels = {
  '/automation': t('Triggers'),
  '/automation/webhooks': t('Webhook endpoints'),
  '/automation/connections': t('Connections'),
  '/automation/scripts': t('Script console'),
} as const;

interface Props {
  readonly current: keyof typeof tabLabels;
  /** One line about the tab. */
  readonly meta: string;
  /** The actions of the tab. */
  readonly children?: ComponentChildren;
}

const noTopics: readonly Topic[] = [];

/**
 * Returns the number of triggers that the user can view, by tab. It is loaded with the view. REST has no number of
 * endpoints, and its list of them is limited.
 */
function useCounts(): Readonly<Partial<Record<string, number>>> {
  const triggers = useEntity<TriggerPageResponse>('/triggers?resultsPerPage=1', noTopics).value.value;
  return { '/automation': triggers?.totalElements };
}

/** The head of the automation views: their name, actions and tabs. */
export function AutomationHead({ current, meta, children }: Props) {
  const counts = useCounts();
  return (
    <>
      <PageHead title="Automation" meta={meta}>
        {children}
      </PageHead>
      <Tabs
        label="Automation views"
        tabs={Object.entries(tabLabels).map(([to, title]) => ({
          title,
          to,
          isCurrent: to === current,
          count: counts[to],
        }))}
      />
    </>
  );
}
