import type { AccountAction } from '../api/permissions.ts';
import type { Loader } from '../components/lazy.tsx';
import { addresses } from '../navigation/addresses.ts';
import { matchPath, type ViewProps } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { withViewStyle } from '../navigation/view-style.ts';

export interface View {
  /** The URLPattern of its path. */
  readonly pattern: string;
  /** The page of the documentation about the view, with its section: a path below `docs`, without `.md`. */
  readonly help: string;
  /** The name in the navigation; undefined if only other views link to it. */
  readonly name?: string;
  /** The icon in the navigation. */
  readonly icon?:
    | 'home'
    | 'releases'
    | 'templates'
    | 'calendar'
    | 'automation'
    | 'folders'
    | 'insights'
    | 'risk'
    | 'people'
    | 'code'
    | 'system';
  /** Whether the view is at the end of the navigation, with the views for administrators. */
  readonly isSecondary?: boolean;
  /** The name in the palette, for a view that is not in the navigation. */
  readonly title?: string;
  /** The key that opens the view. */
  readonly key?: string;
  /** The action for which the user needs the permission; undefined if the view needs none. */
  readonly action?: AccountAction;
  readonly load: Loader<ViewProps>;
}

const withoutStyle: readonly View[] = [
  {
    pattern: addresses.home,
    help: 'how-to/work-on-the-board',
    name: t('Home'),
    icon: 'home',
    key: 'h',
    load: async () => (await import('./home/home.tsx')).Home,
  },
  {
    pattern: addresses.tasks,
    help: 'how-to/work-on-the-board#process-several-tasks',
    title: t('Tasks'),
    key: 't',
    load: async () => (await import('./tasks/tasks.tsx')).Tasks,
  },
  {
    pattern: addresses.releases,
    help: 'how-to/work-on-the-board#find-releases',
    name: t('Releases'),
    icon: 'releases',
    key: 'r',
    load: async () => (await import('./releases/releases.tsx')).Releases,
  },
  {
    pattern: addresses.release,
    help: 'how-to/work-on-the-board#read-a-release',
    load: async () => (await import('./release/release.tsx')).Release,
  },
  {
    pattern: addresses.compare,
    help: 'how-to/work-on-the-board#compare-releases',
    load: async () => (await import('./compare/compare.tsx')).Compare,
  },
  {
    pattern: addresses.templates,
    help: 'how-to/import-and-export',
    name: t('Templates'),
    icon: 'templates',
    key: 'e',
    load: async () => (await import('./templates/templates.tsx')).Templates,
  },
  {
    pattern: addresses.template,
    help: 'how-to/work-on-the-board#edit-a-template',
    load: async () => (await import('./template/template.tsx')).Template,
  },
  {
    pattern: addresses.calendar,
    help: 'how-to/work-on-the-board#use-the-calendar',
    name: t('Calendar'),
    icon: 'calendar',
    key: 'c',
    load: async () => (await import('./calendar/calendar.tsx')).Calendar,
  },
  {
    pattern: addresses.create,
    help: 'how-to/work-on-the-board#create-a-release',
    load: async () => (await import('./create/create.tsx')).Create,
  },
  {
    pattern: addresses.folders,
    help: 'how-to/manage-teams',
    name: t('Folders'),
    icon: 'folders',
    key: 'f',
    load: async () => (await import('./folders/folders.tsx')).Folders,
  },
  {
    pattern: addresses.folder,
    help: 'how-to/manage-teams',
    load: async () => (await import('./folders/folder.tsx')).Folder,
  },
  {
    pattern: addresses.why,
    help: 'how-to/manage-users-and-roles#explain-a-permission',
    title: t('Check access'),
    load: async () => (await import('./why/why.tsx')).Why,
  },
  {
    pattern: addresses.triggers,
    help: 'how-to/schedule-releases',
    name: t('Automation'),
    icon: 'automation',
    key: 'w',
    load: async () => (await import('./automation/triggers/triggers.tsx')).Triggers,
  },
  {
    pattern: addresses.trigger,
    help: 'how-to/schedule-releases',
    load: async () => (await import('./automation/trigger/trigger.tsx')).Trigger,
  },
  {
    pattern: addresses.webhooks,
    help: 'how-to/receive-webhooks',
    title: t('Webhook endpoints'),
    load: async () => (await import('./automation/webhooks/webhooks.tsx')).Webhooks,
  },
  {
    pattern: addresses.webhook,
    help: 'how-to/receive-webhooks',
    load: async () => (await import('./automation/webhook/webhook.tsx')).Webhook,
  },
  {
    pattern: addresses.connections,
    help: 'how-to/check-a-connection',
    title: t('Connections'),
    load: async () => (await import('./automation/connections/connections.tsx')).Connections,
  },
  {
    pattern: addresses.scripts,
    help: 'how-to/write-scripts',
    title: t('Script console'),
    load: async () => (await import('./automation/scripts/scripts.tsx')).Scripts,
  },
  {
    pattern: addresses.insights,
    help: 'how-to/analyze-releases',
    name: t('Insights'),
    icon: 'insights',
    key: 'i',
    load: async () => (await import('./insights/insights.tsx')).Insights,
  },
  {
    pattern: addresses.insight,
    help: 'how-to/analyze-releases',
    load: async () => (await import('./insights/insight.tsx')).Insight,
  },
  {
    pattern: addresses['as-code'],
    help: 'how-to/manage-plans-as-code',
    name: t('As code'),
    icon: 'code',
    isSecondary: true,
    key: 'm',
    load: async () => (await import('./as-code/as-code.tsx')).AsCode,
  },
  {
    pattern: addresses.risk,
    help: 'how-to/configure-risk',
    name: t('Risk'),
    icon: 'risk',
    isSecondary: true,
    load: async () => (await import('./risk/risk.tsx')).Risk,
  },
  {
    pattern: addresses.people,
    help: 'how-to/manage-users-and-roles',
    name: t('People'),
    icon: 'people',
    isSecondary: true,
    key: 'u',
    load: async () => (await import('./people/people.tsx')).People,
  },
  {
    pattern: addresses.audit,
    help: 'reference/audit-log',
    title: t('Audit log'),
    action: 'readAudit',
    load: async () => (await import('./audit/audit.tsx')).Audit,
  },
  {
    pattern: addresses.me,
    help: 'how-to/authenticate',
    title: t('Your account'),
    load: async () => (await import('./me/me.tsx')).Me,
  },
  {
    pattern: addresses.inbox,
    help: 'how-to/work-on-the-board#notifications',
    title: t('Inbox'),
    key: 'i',
    load: async () => (await import('./inbox/inbox.tsx')).InboxView,
  },
  {
    pattern: addresses['notification-settings'],
    help: 'how-to/work-on-the-board#notifications',
    title: t('Notification settings'),
    load: async () => (await import('./notifications/notification-settings.tsx')).NotificationSettingsView,
  },
  {
    pattern: addresses.notifications,
    help: 'how-to/work-on-the-board#notifications',
    title: t('Notifications'),
    action: 'readConsistency',
    load: async () => (await import('./notifications/notifications.tsx')).Notifications,
  },
  {
    pattern: addresses.integrations,
    help: 'reference/integrations',
    title: t('Integrations'),
    action: 'readConsistency',
    load: async () => (await import('./integrations/integrations.tsx')).Integrations,
  },
  {
    pattern: addresses.system,
    help: 'how-to/operations/troubleshoot',
    name: t('System'),
    icon: 'system',
    isSecondary: true,
    key: 'y',
    action: 'readConsistency',
    load: async () => (await import('./system/system.tsx')).System,
  },
  {
    pattern: addresses.help,
    help: 'README',
    title: t('Documentation'),
    load: async () => (await import('./help/help.tsx')).Help,
  },
];

/**
 * All views. To add a view, add an entry to the list above, its path to `addresses`, and a module, which is loaded on
 * demand. The style sheet of Home is part of the page.
 */
export const views: readonly View[] = withoutStyle.map((view) =>
  view.pattern === addresses.home ? view : { ...view, load: withViewStyle(view.load) },
);

interface ViewMatch {
  readonly view: View;
  readonly params: ViewProps['params'];
}

/** Returns the view of a path below the root, with its parameters; null if there is none. */
export function matchView(path: string): ViewMatch | null {
  for (const view of views) {
    const params = matchPath(view.pattern, path);
    if (params !== null) return { view, params };
  }
  return null;
}
