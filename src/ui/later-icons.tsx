import { createLineIcon } from '@/ui/icons'

// Icons of the pages after driver details: the first page loads the other icons with the shell.

export const ChevronStartIcon = /* @__PURE__ */ createLineIcon('m12.5 5-5 5 5 5', 'pointing')
export const PinIcon = /* @__PURE__ */ createLineIcon(
  'M10 18s6-5.2 6-9.8A6 6 0 0 0 4 8.2C4 12.8 10 18 10 18zM12.2 8.2a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0z',
)
export const EditIcon = /* @__PURE__ */ createLineIcon(
  'M3.5 16.5l.8-3.6L13 4.2l2.8 2.8-8.7 8.7zM11.5 5.7l2.8 2.8',
)
export const CameraIcon = /* @__PURE__ */ createLineIcon(
  'M3 7.5A1.5 1.5 0 0 1 4.5 6H6l1.4-2h5.2L14 6h1.5A1.5 1.5 0 0 1 17 7.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5zM13 10.8a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
)
export const ClockIcon = /* @__PURE__ */ createLineIcon(
  'M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 5.5V10l3 2',
)
export const PhoneIcon = /* @__PURE__ */ createLineIcon(
  'M6.5 2.5h7A1.5 1.5 0 0 1 15 4v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 16V4a1.5 1.5 0 0 1 1.5-1.5zM9 14.8h2',
)
export const UploadIcon = /* @__PURE__ */ createLineIcon(
  'M10 13V3.5M6 7.2l4-3.7 4 3.7M3.5 12.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-2.5',
)
export const DownloadIcon = /* @__PURE__ */ createLineIcon(
  'M10 3.5V13M6 9.3l4 3.7 4-3.7M3.5 13.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-1.5',
)
export const TrashIcon = /* @__PURE__ */ createLineIcon(
  'M3.5 5.5h13M8 5.5V3.5h4v2M5.2 5.5l.7 11h8.2l.7-11M8.3 8.8l.2 4.7M11.7 8.8l-.2 4.7',
)
export const MailIcon = /* @__PURE__ */ createLineIcon('M2.5 4.5h15v11h-15zM3 6l7 5.5L17 6')
export const PrinterIcon = /* @__PURE__ */ createLineIcon(
  'M6 8V3h8v5M6 14H3.5V8h13v6H14M6 12h8v5H6z',
)
export const TruckIcon = /* @__PURE__ */ createLineIcon(
  'M4 14H2V5h9.5v9H8m3.5-6H15l3 3v3h-1.5m-3.5 0h-1.5M8 15a1.8 1.8 0 1 1-3.6 0A1.8 1.8 0 0 1 8 15zm8.5 0a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  'pointing',
)
export const CopyIcon = /* @__PURE__ */ createLineIcon('M7.5 7.5h9v9h-9zM4 12.5H3.5v-9h9V4')
