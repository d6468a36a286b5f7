{{- /* What the pods of all roles have in common: (list . "api") */ -}}
{{- define "bindery.pod" -}}
{{- $root := index . 0 -}}
automountServiceAccountToken: false
# They would tell a pod of a service named bindery by BINDERY_PORT=tcp://…, which is a setting of ours.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- with $root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "bindery.selector" . | nindent 8 }}
{{- end -}}

{{- define "bindery.container" -}}
image: {{ include "bindery.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "bindery.probes" -}}
livenessProbe:
  httpGet: { path: /healthz, port: internal }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: internal }
  periodSeconds: 5
  timeoutSeconds: 3
{{- end -}}

{{- define "bindery.serverEnv" -}}
envFrom:
  - configMapRef: { name: {{ include "bindery.name" (list . "settings") }} }
env:
  {{- range $variable, $secret := .Values.server.secrets }}
  - name: {{ $variable }}
    valueFrom:
      secretKeyRef: { name: {{ $secret.name | quote }}, key: {{ $secret.key | quote }} }
  {{- end }}
{{- end -}}

{{- /* Files that come from outside the release, for (list . "api"). */ -}}
{{- define "bindery.fileMounts" -}}
{{- $root := index . 0 -}}
- { name: tmp, mountPath: /tmp }
{{- if $root.Values.certificateAuthority.name }}
- { name: authority, mountPath: /etc/bindery/authority, readOnly: true }
{{- end }}
{{- if and (eq (index . 1) "worker") $root.Values.server.signingKey.name }}
- { name: signing-key, mountPath: /etc/bindery/signing, readOnly: true }
{{- end }}
{{- end -}}

{{- define "bindery.fileVolumes" -}}
{{- $root := index . 0 -}}
- name: tmp
  emptyDir: { sizeLimit: 2Gi }
{{- with $root.Values.certificateAuthority }}
{{- if .name }}
- name: authority
  configMap: { name: {{ .name | quote }} }
{{- end }}
{{- end }}
{{- if eq (index . 1) "worker" }}
{{- with $root.Values.server.signingKey }}
{{- if .name }}
- name: signing-key
  secret: { secretName: {{ .name | quote }}, defaultMode: 0440 }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* What a worker may write to a volume of this quantity, such as 10Gi, in bytes: four fifths. */ -}}
{{- define "bindery.cacheBytes" -}}
{{- $units := dict "" 1.0 "K" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 "Pi" 1125899906842624.0 "Ei" 1152921504606846976.0 -}}
{{- $number := regexFind "^[0-9.]+" . -}}
{{- mulf (float64 $number) (get $units (trimPrefix $number .)) 0.8 | int64 -}}
{{- end -}}
