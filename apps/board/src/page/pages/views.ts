import type { FunctionComponent } from 'preact';
import type { AccountAction } from '../api/permissions.ts';
import { addresses } from '../navigation/addresses.ts';
import type { ViewProps } from '../navigation/router.ts';

export interface View {
  /** The URLPattern of its path. */
  readonly pattern: string;
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
  readonly load: () => Promise<FunctionComponent<ViewProps>>;
}

/** All views. To add a view, add an entry here, its path to `addresses`, and a module, which is loaded on demand. */
export const views: readonly View[] = [
  {
    pattern: addresses.home,
    name: 'Home',
    icon: 'home',
    key: 'h',
    load: async () => (await import('./home/home.tsx')).Home,
  },
  {
    pattern: addresses.tasks,
    title: 'Tasks',
    key: 't',
    load: async () => (await import('./tasks/tasks.tsx')).Tasks,
  },
  {
    pattern: addresses.releases,
    name: 'Releases',
    icon: 'releases',
    key: 'r',
    load: async () => (await import('./releases/releases.tsx')).Releases,
  },
  {
    pattern: addresses.release,
    load: async () => (await import('./release/release.tsx')).Release,
  },
  {
    pattern: addresses.templates,
    name: 'Templates',
    icon: 'templates',
    key: 'e',
    load: async () => (await import('./templates/templates.tsx')).Templates,
  },
  {
    pattern: addresses.template,
    load: async () => (await import('./template/template.tsx')).Template,
  },
  {
    pattern: addresses.calendar,
    name: 'Calendar',
    icon: 'calendar',
    key: 'c',
    load: async () => (await import('./calendar/calendar.tsx')).Calendar,
  },
  {
    pattern: addresses.create,
    load: async () => (await import('./create/create.tsx')).Create,
  },
  {
    pattern: addresses.folders,
    name: 'Folders',
    icon: 'folders',
    key: 'f',
    load: async () => (await import('./folders/folders.tsx')).Folders,
  },
  {
    pattern: addresses.folder,
    load: async () => (await import('./folders/folder.tsx')).Folder,
  },
  {
    pattern: addresses.why,
    title: 'Check access',
    load: async () => (await import('./why/why.tsx')).Why,
  },
  {
    pattern: addresses.triggers,
    name: 'Automation',
    icon: 'automation',
    key: 'w',
    load: async () => (await import('./automation/triggers/triggers.tsx')).Triggers,
  },
  {
    pattern: addresses.trigger,
    load: async () => (await import('./automation/trigger/trigger.tsx')).Trigger,
  },
  {
    pattern: addresses.webhooks,
    title: 'Webhook endpoints',
    load: async () => (await import('./automation/webhooks/webhooks.tsx')).Webhooks,
  },
  {
    pattern: addresses.webhook,
    load: async () => (await import('./automation/webhook/webhook.tsx')).Webhook,
  },
  {
    pattern: addresses.scripts,
    title: 'Script console',
    load: async () => (await import('./automation/scripts/scripts.tsx')).Scripts,
  },
  {
    pattern: addresses['as-code'],
    name: 'As code',
    icon: 'code',
    isSecondary: true,
    key: 'm',
    load: async () => (await import('./as-code/as-code.tsx')).AsCode,
  },
  {
    pattern: addresses.people,
    name: 'People',
    icon: 'people',
    isSecondary: true,
    key: 'u',
    load: async () => (await import('./people/people.tsx')).People,
  },
  {
    pattern: addresses.audit,
    title: 'Audit log',
    action: 'readAudit',
    load: async () => (await import('./audit/audit.tsx')).Audit,
  },
  {
    pattern: addresses.me,
    title: 'Your account',
    load: async () => (await import('./me/me.tsx')).Me,
  },
  {
    pattern: addresses.system,
    name: 'System',
    icon: 'system',
    isSecondary: true,
    key: 'y',
    action: 'readConsistency',
    load: async () => (await import('./system/system.tsx')).System,
  },
];
