import type { ComponentChildren } from 'preact';
import { Tabs } from '../../components/controls/tabs.tsx';
import { PageHead } from '../../components/page-head.tsx';

const tabLabels = {
  '/automation': 'Triggers',
  '/automation/webhooks': 'Webhook endpoints',
  '/automation/scripts': 'Script console',
} as const;

interface Props {
  readonly current: keyof typeof tabLabels;
  /** One line about the tab. */
  readonly meta: string;
  /** The actions of the tab. */
  readonly children?: ComponentChildren;
}

/** The head of the automation views: their name, actions and tabs. */
export const AutomationHead = ({ current, meta, children }: Props) => (
  <>
    <PageHead title="Automation" meta={meta}>
      {children}
    </PageHead>
    <Tabs
      label="Automation views"
      tabs={Object.entries(tabLabels).map(([to, title]) => ({ title, to, isCurrent: to === current }))}
    />
  </>
);
