import { finishedPages, openPdf, type Pdf } from '#server/core/pdf.ts';

/** A section of a resume: its margin heading, and its lines, the first of them bold. */
type Entry = { margin: string; lines: readonly string[] };

/** The content of a resume. Lines fit the page without wrapping. */
export type Resume = {
  name: string;
  headline: string;
  contact: string;
  sections: readonly { title: string; entries: readonly Entry[] }[];
};

/** The demo's resumes, by person. */
export const demoResumes: Record<string, Resume> = {
  'Daniel Reyes': {
    name: 'Daniel Reyes',
    headline: 'Substitute teacher, mathematics and science',
    contact: 'Duluth, Minnesota   ·   daniel.reyes@example.org   ·   (218) 555-0147',
    sections: [
      {
        title: 'Experience',
        entries: [
          {
            margin: '2025 to today',
            lines: [
              'Substitute teacher, Cedar County School District',
              'Elementary, middle and high school; labs and mathematics by preference.',
              'Leaves a written note on what each class did and did not reach.',
            ],
          },
          {
            margin: '2023 to 2025',
            lines: [
              'Long-term substitute, Grade 5, Lakewood School',
              'Full responsibility for a class of 24 from February to June, twice.',
              'Ran the fractions unit and the spring science fair.',
            ],
          },
          {
            margin: '2018 to 2023',
            lines: [
              'Laboratory technician, North Shore Water Institute',
              'Sampling and microscopy; guided some forty school groups a year.',
            ],
          },
        ],
      },
      {
        title: 'Education and license',
        entries: [
          { margin: '2023', lines: ['Minnesota Tier 3 license, Elementary Education K–6'] },
          { margin: '2018', lines: ['B.S. Mathematics, minor in Biology', 'University of Minnesota Duluth'] },
        ],
      },
      {
        title: 'Also',
        entries: [
          { margin: 'Languages', lines: ['English and Spanish'] },
          { margin: 'First aid', lines: ['CPR and first aid, renewed each August'] },
          { margin: 'Free time', lines: ['Coaches the robotics club; keeps bees'] },
        ],
      },
      {
        title: 'References',
        entries: [
          { margin: '', lines: ['Carol Whitfield, Cedar Hollow Elementary', 'Further references on request.'] },
        ],
      },
    ],
  },
  'Nora Feldman': {
    name: 'Nora Feldman',
    headline: 'Elementary teacher, ready for a room of her own',
    contact: 'Duluth, Minnesota   ·   nora.feldman@example.org',
    sections: [
      {
        title: 'Experience',
        entries: [
          {
            margin: 'This spring',
            lines: [
              'Long-term substitute, Grade 3, Lakeside Elementary',
              'January to June; reading groups, mathematics centers, parent evenings.',
            ],
          },
          {
            margin: '2021 to 2025',
            lines: [
              'Classroom aide, Grades 1 and 2, Birchwood School',
              'Small-group reading, recess duty, and the school garden.',
            ],
          },
        ],
      },
      {
        title: 'Education and license',
        entries: [
          { margin: '2025', lines: ['Minnesota Tier 3 license, Elementary Education K–6'] },
          { margin: '2019', lines: ['B.A. Elementary Education', 'College of St. Scholastica'] },
          { margin: 'First aid', lines: ['CPR and first aid'] },
        ],
      },
      { title: 'References', entries: [{ margin: '', lines: ['Available on request'] }] },
    ],
  },
};

const page = { width: 612, margin: 56, column: 168, band: 118 };
const ink = '#212938';
const soft = '#667085';
const rule = '#ccd1d9';
const accent = '#1c5c6b';
const onAccent = '#def0f2';

/** Returns a resume as a one-page PDF. */
export async function resumePdf(resume: Resume): Promise<Buffer> {
  const pdf = await openPdf({ title: `Resume of ${resume.name}`, author: resume.name });
  write(pdf, resume);
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of finishedPages(pdf)) parts.push(part);
  return Buffer.concat(parts);
}

function write(pdf: Pdf, { name, headline, contact, sections }: Resume): void {
  const { margin: x, band } = page;
  pdf.rect(0, 0, page.width, band).fill(accent);
  pdf.font('bold', 25).fillColor('#ffffff').text(name, x, 32);
  pdf.font('regular', 11.5).fillColor(onAccent).text(headline, x, 66);
  pdf.fontSize(9).text(contact, x, 89);
  let y = band + 28;
  for (const { title, entries } of sections) {
    pdf.font('bold', 12).fillColor(accent).text(title, x, y);
    const end = page.width - x;
    pdf
      .lineWidth(0.6)
      .strokeColor(rule)
      .moveTo(x, y + 19)
      .lineTo(end, y + 19)
      .stroke();
    y += 28;
    for (const { margin, lines } of entries) {
      if (margin !== '') pdf.font('regular', 9.5).fillColor(soft).text(margin, x, y);
      for (const [index, line] of lines.entries()) {
        pdf
          .font(index === 0 && lines.length > 1 ? 'bold' : 'regular', 9.5)
          .fillColor(ink)
          .text(line, page.column, y);
        y += 15.5;
      }
      y += 7;
    }
    y += 14;
  }
}
