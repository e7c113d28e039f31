import { AuditForm } from './audit-form.tsx';
import type { Frame } from './frame.ts';
import { renderPage } from './layout.tsx';

/** `/`. */
export function homePage(frame: Frame): string {
  return renderPage(
    frame,
    {
      title: 'Citable: how ready is your site for AI answer engines?',
      description:
        'An audit of nine checks, 0 to 100 points, with evidence and a fix for every point that is lost: can AI answer engines reach, read and understand your site?',
      path: '/',
      modules: ['audit-form'],
    },
    <section class="hero">
      <h1>Can AI answer engines quote your site?</h1>
      <p class="lead">
        Nine checks, 100 points. For every point your site loses: what was seen, where, and the exact change that earns
        it back.
      </p>
      <AuditForm frame={frame} />
    </section>,
  );
}
