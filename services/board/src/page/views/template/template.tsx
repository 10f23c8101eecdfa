import type { ReleaseResponse } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useTaskTypes } from '../../live/task-types.ts';
import { useEntity } from '../../live/use-entity.ts';
import type { Topic } from '../../live/wants.ts';
import { NotFound } from '../../parts/dead-end.tsx';
import { Lazy } from '../../parts/loaded.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { navigate, location } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { templateUrl, parseUrl } from './spot.ts';
import { findTab, tabs } from './tabs.ts';
import { TemplateTools } from './template-tools.tsx';

/** A template, in the tab that its address names. */
export function Template({ params: { id = '' } }: ViewProps) {
  const urlState = parseUrl(location.value.query);
  const tab = findTab(urlState.tab);
  const topics: readonly Topic[] = [`release=${id}`];
  const entity = useEntity<ReleaseResponse>(`/templates/${id}`, topics);
  useTaskTypes();
  const template = entity.value.value;
  const title = template?.title;
  useEffect(() => {
    document.title = `${title ?? 'Template'} · Slipway`;
  }, [title]);
  if (template === undefined)
    return <NotFound kind="template" sentence={entity.refusal.value} list={['/templates', 'All templates']} />;
  const goToPage = (from: number): void => navigate(templateUrl(id, { ...urlState, from }));
  return (
    <section>
      <Refusal sentence={entity.refusal.value} />
      <header class="head">
        <h1>{template.title}</h1>
        <TemplateTools template={template} />
      </header>
      <Tabs
        label="Forms of this template"
        tabs={tabs.map((item) => ({
          title: item.name,
          to: templateUrl(id, { tab: item.id, from: 0 }),
          isCurrent: item === tab,
        }))}
      />
      <Lazy key={tab.id} load={tab.load} props={{ template, entity, topics, from: urlState.from, goToPage }} />
    </section>
  );
}
