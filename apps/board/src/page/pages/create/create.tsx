import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import { Skeleton } from '../../components/empty-state.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useFolders } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import { type Crumb, useBreadcrumb } from '../../navigation/breadcrumb.ts';
import type { ViewProps } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { templateCrumbs } from '../template/template-crumbs.ts';
import { CreateForm } from './create-form.tsx';

const current: Crumb = { label: t('New release'), to: null };

/** Sets the breadcrumb: the path to the template, and the form. */
function useCrumbs(id: string, template: ReleaseResponse | undefined): void {
  const folders = useFolders();
  const path = template === undefined ? [] : templateCrumbs(folders, template.id, template.title);
  useBreadcrumb([...path.map((crumb) => (crumb.to === null ? { ...crumb, to: `/templates/${id}` } : crumb)), current]);
}

/** The view that creates a release from a template. */
export function Create({ params: { id = '' } }: ViewProps) {
  const templateEntity = useEntity<ReleaseResponse>(`/templates/${id}`, [`release=${id}`]);
  const template = templateEntity.value.value;
  const title = template?.title;
  const refusal = templateEntity.refusal.value;
  useCrumbs(id, template);
  useEffect(() => {
    document.title = t`New release${title === undefined ? '' : t` from ${title}`} · Slipway`;
  }, [title]);
  if (!template && refusal !== null)
    return (
      <NotFound
        kind="template"
        message={refusal}
        list={['/templates', t('All templates')]}
        retry={templateEntity.retry}
      />
    );
  return (
    <section class="create-view">
      <PageHead title="New release" meta="The preview updates as you type." />
      {template ? <CreateForm key={id} template={template} /> : <Skeleton lines={8} />}
    </section>
  );
}
