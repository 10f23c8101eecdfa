import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { permissionReason, quotedPermissions } from '../../api/permission-reason.ts';
import { missingCreatePermission } from '../../api/permissions.ts';
import { useAllowedFolders } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';

const topics: readonly Topic[] = ['list=templates'];

/** Explains how to get the first template. */
export function NoTemplates() {
  const { isLoaded, missingPermission } = useAllowedFolders('createTemplate');
  if (!isLoaded) return null;
  if (missingPermission !== null) {
    const name = quotedPermissions(missingPermission);
    return (
      <p class="first-steps">
        No templates that you can see. Releases are created from templates.{' '}
        {name !== null && t`To create a template, you need the permission ${name}.`}
      </p>
    );
  }
  return (
    <p class="first-steps">
      No templates yet. Releases are created from templates.{' '}
      <Link to="/templates">Create a template or import one</Link>
    </p>
  );
}

/** The properties of a template in the list. */
export type TemplateSummary = Pick<ReleaseResponse, 'id' | 'title' | '$metadata'>;

interface LinkProps {
  readonly template: TemplateSummary;
  /** The planned start in the form, as a `datetime-local` value; absent: none. */
  readonly start?: string | undefined;
}

/** A link that creates a release from a template, or the permission that the user lacks. */
function TemplateLink({ template, start }: LinkProps) {
  const missingPermission = missingCreatePermission(template);
  const path = `/templates/${lastSegment(template.id)}`;
  return (
    <li>
      <Link to={missingPermission === null ? `${path}/create${start === undefined ? '' : `?start=${start}`}` : path}>
        {template.title}
      </Link>
      {missingPermission !== null && <span class="none"> {permissionReason(missingPermission)}</span>}
    </li>
  );
}

interface LinksProps extends Pick<LinkProps, 'start'> {
  readonly templates: readonly TemplateSummary[];
}

/** Links that create a release from each template. */
export const TemplateLinks = ({ templates, start }: LinksProps) => (
  <ul class="pick-list">
    {templates.map((template) => (
      <TemplateLink key={template.id} template={template} start={start} />
    ))}
  </ul>
);

/** For users without releases: links that create a release from a template, or how to get a template. */
export function FirstSteps() {
  const { value } = useEntity<readonly TemplateSummary[]>('/templates?view=summary&resultsPerPage=5', topics);
  const templates = value.value;
  if (templates === undefined) return null;
  if (templates.length === 0) return <NoTemplates />;
  const canCreate = templates.some((template) => missingCreatePermission(template) === null);
  return (
    <section class="card first-steps">
      <header>
        <h2>Start a release</h2>
      </header>
      <div class="body">
        {canCreate ? (
          <p>
            Pick a template, or <Link to="/templates">browse all</Link>
          </p>
        ) : (
          <p>
            You can’t create releases from these templates. <Link to="/templates">Browse all templates</Link>
          </p>
        )}
        <TemplateLinks templates={templates} />
      </div>
    </section>
  );
}
