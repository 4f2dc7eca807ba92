import { letter, pdfBox, pdfRule, pdfText, PdfWriter } from '#server/core/pdf.ts';

/** A section of a resume: its margin heading, and its lines, the first of them bold. */
type Entry = { margin: string; lines: readonly string[] };

/** The content of a resume. Lines fit the page without wrapping. */
type Resume = {
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

const page = { ...letter, margin: 56, column: 168 };
const ink = '0.13 0.16 0.22';
const soft = '0.40 0.44 0.52';
const accent = '0.11 0.36 0.42';

/** A resume as a one-page PDF. */
export function resumePdf(resume: Resume): Buffer {
  const file = new PdfWriter({ title: `Resume of ${resume.name}`, author: resume.name });
  return Buffer.concat([file.begin(), file.page(contentOf(resume)), file.end()]);
}

function contentOf(resume: Resume): string {
  const band = 118;
  const { margin: x } = page;
  const out = [
    pdfBox({ x: 0, y: page.height - band, width: page.width, height: band, color: accent }),
    pdfText(resume.name, { x, y: page.height - 58, font: 'bold', size: 26, color: '1 1 1' }),
    pdfText(resume.headline, { x, y: page.height - 78, size: 12, color: '0.87 0.94 0.95' }),
    pdfText(resume.contact, { x, y: page.height - 100, size: 9.5, color: '0.87 0.94 0.95' }),
  ];
  let y = page.height - band - 40;
  for (const { title, entries } of resume.sections) {
    out.push(pdfText(title, { x, y, font: 'bold', size: 12.5, color: accent }));
    out.push(pdfRule({ from: x, to: page.width - x, y: y - 7 }));
    y -= 28;
    for (const { margin, lines } of entries) {
      if (margin !== '') out.push(pdfText(margin, { x, y, size: 10, color: soft }));
      for (const [index, line] of lines.entries()) {
        const font = index === 0 && lines.length > 1 ? 'bold' : 'regular';
        out.push(pdfText(line, { x: page.column, y, font, size: 10.5, color: ink }));
        y -= 15.5;
      }
      y -= 7;
    }
    y -= 14;
  }
  return out.join('\n');
}
