import type { ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useTaskTypes } from '../../live/task-types.ts';
import { useEntity } from '../../live/use-entity.ts';
import type { Want } from '../../live/wants.ts';
import { DeadEnd } from '../../parts/dead-end.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { go, place } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { addressOf, spotIn } from './spot.ts';
import { tabOf, tabs } from './tabs.ts';
import { TemplateTools } from './template-tools.tsx';

/** A template, in the tab that its address names. */
export function Template({ parts: { id = '' } }: ViewProps) {
  const spot = spotIn(place.value.query);
  const tab = tabOf(spot.form);
  const wanted: readonly Want[] = [`release=${id}`];
  const shown = useEntity<ReleaseAnswer>(`/templates/${id}`, wanted);
  useTaskTypes();
  const template = shown.value.value;
  const title = template?.title;
  useEffect(() => {
    document.title = `${title ?? 'Template'} · Slipway`;
  }, [title]);
  if (template === undefined)
    return <DeadEnd what="template" sentence={shown.refusal.value} list={['/templates', 'All templates']} />;
  const turn = (from: number): void => go(addressOf(id, { ...spot, from }));
  return (
    <section>
      <Refusal sentence={shown.refusal.value} />
      <header class="head">
        <h1>{template.title}</h1>
        <TemplateTools template={template} />
      </header>
      <Tabs
        label="Forms of this template"
        tabs={tabs.map((each) => ({
          word: each.name,
          to: addressOf(id, { form: each.form, from: 0 }),
          isCurrent: each === tab,
        }))}
      />
      <Loaded key={tab.form} load={tab.load} given={{ template, shown, wanted, from: spot.from, turn }} />
    </section>
  );
}
